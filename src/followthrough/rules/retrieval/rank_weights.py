"""The shipped ranker: written by ``benchmarks/fit_ranker.py``, never by hand."""

from __future__ import annotations

import numpy as np

from followthrough.rules.retrieval.rank import Ranker
from followthrough.rules.retrieval.rank_signals import FEATURES

_WEIGHTS = {  # of the near ranker, of the wide one
    "meaning.raw.cosine": (0.885256, 0.364714),
    "meaning.raw.scaled": (-0.249701, 0.0341056),
    "meaning.raw.rank": (0.0475284, -0.0174699),
    "meaning.question.cosine": (0.277269, 0.51479),
    "meaning.question.scaled": (-0.266558, 0.0563111),
    "meaning.question.rank": (-0.011854, -0.059241),
    "meaning.history.cosine": (-0.211876, 0.470617),
    "meaning.history.scaled": (-0.213882, 0.0457043),
    "meaning.history.rank": (0.244253, -0.0175545),
    "meaning.previous.cosine": (-0.93426, 0.0565262),
    "meaning.previous.scaled": (0.0458062, -0.0456644),
    "meaning.previous.rank": (0.16187, 0.051735),
    "meaning.earlier.cosine": (-1.52601, 0.131103),
    "meaning.earlier.scaled": (-0.128919, -0.0178924),
    "meaning.earlier.rank": (-0.103802, 0.00942096),
    "meaning.pair.cosine": (2.10974, 0.567978),
    "meaning.pair.scaled": (-0.404496, 0.0340415),
    "meaning.pair.rank": (-0.122723, -0.0367014),
    "meaning.conversation.cosine": (4.26211, 0.718387),
    "meaning.conversation.scaled": (0.091039, 0.0633113),
    "meaning.conversation.rank": (0.0404541, -0.066422),
    "meaning.answer.cosine": (2.59493, 0.663376),
    "meaning.answer.scaled": (-0.118649, 0.187953),
    "meaning.answer.rank": (-0.112981, -0.0136425),
    "meaning.history_answer.cosine": (-2.87907, 0.070411),
    "meaning.history_answer.scaled": (0.20182, 0.000530515),
    "meaning.history_answer.rank": (0.02867, 0.00314354),
    "meaning.feedback.cosine": (3.37427, 0.661259),
    "meaning.feedback.scaled": (-0.146973, 0.0966818),
    "meaning.feedback.rank": (-0.0982793, -0.0950698),
    "meaning.feedback_raw.cosine": (2.15659, 0.550078),
    "meaning.feedback_raw.scaled": (0.025473, 0.115858),
    "meaning.feedback_raw.rank": (-0.226689, -0.107948),
    "meaning.previous_passages.cosine": (3.14528, 0.51772),
    "meaning.previous_passages.scaled": (-0.492124, 0.0553905),
    "meaning.previous_passages.rank": (-0.078555, -0.0815149),
    "words.raw.scaled": (-0.0382123, 0.180023),
    "words.raw.rank": (-0.0537934, -0.0421287),
    "words.question.scaled": (0.351799, 0.562609),
    "words.question.rank": (-0.0331402, -0.139878),
    "words.previous.scaled": (-0.557043, -0.0982816),
    "words.previous.rank": (-0.114504, -0.0239147),
    "words.answer.scaled": (-0.412811, 0.557089),
    "words.answer.rank": (-0.208928, -0.0164609),
    "fused.raw": (-0.360638, -0.0114661),
    "fused.question": (2.71888, 0.764158),
    "fused.history": (-1.1007, 0.196627),
    "fused.previous": (-0.436821, -0.256506),
}
_FITTED_ON = (
    "0027de604f 0165f4c19e 028aea2185 02e4ddcd0a 0332810417 03b0967d7a 04596669ab 04f4532174 05b43f8a6f "
    "06dac2f8ea 06fa9dbec3 076109cc46 07b08517b3 081531adc3 09e4e6d526 09e69525a8 0b21075422 0bb1c73ef6 "
    "0cb07701f3 0cf4ebbb3b 0e342f4640 0e9464220e 0eb270139b 0f2a2e5069 0fcd8a5bed 0fde5ff8b7 1017290533 "
    "1059966e62 1064f2b54a 10b89b3f2a 11cfab159c 12111df3cc 121652fe42 122a5dced1 12c7771e5b 13a9c409c4 "
    "13c41445c3 1579d95de0 159d322375 15fd016c5e 16dc0860c7 17052dccab 171b4046d0 174e486114 18655786cb "
    "1877539d5b 1a00a75f77 1a59bcaad9 1acfc5bc83 1b71a2d3b3 1cbe15b607 1d3f2b03a1 1d6ab526e5 1dff3231cd "
    "1e06be970e 1e2aeac69b 1f388e6c73 1fb77f9de7 20ce144245 21739724a3 2185183187 21adf9dead 21e7793c64 "
    "220c40e39e 22bebdc1fe 233440c60f 235096ff9f 2369d96674 23c9347f8e 23cccee17b 2466597806 24a4c141ab "
    "251c03127f 26b7c3a907 26dfc46028 2742110c07 276bd8da5c 2806b12d63 2821fb586d 282fe1981b 2995d9f2c2 "
    "29d848c93e 29d9302809 2c15245363 2c6420172d 2cdac419fa 2d1b94d201 2d4b4a3e7a 2e395266f6 2edfc23cec "
    "2f55f73ac3 2fdf203241 304e6dc4a4 31208662d1 31a875b98b 31e2ac7c21 32c35626c6 338a2d1827 34ea0b44ab "
    "380c296afd 38a27d9e74 39713cff1f 39ab1f8584 3a31390b35 3bdc5c837d 3c46a3cc36 3d400a73c7 3eb36350d3 "
    "40f251a2c4 41b3a14198 42f775cf04 4316a8a156 435ee1ce63 43ae4f70b7 445d72d92b 447226643d 447e36a4ab "
    "44b8e613d2 44ca489a9e 44d0383c44 44f3d3388b 4572314795 45dedbf2a9 46bc5c5c86 46e1377ab5 479cdf7566 "
    "4835095627 487d8fa584 48d790631d 48e51957d6 491c5f5402 4ac224c0a0 4b9018cbbc 4c9ecfe7ad 4d18484881 "
    "4d71ae6972 4e7f95f820 4e939e1e8b 4e9a9e1dbb 4e9ec8d11b 4ec24ca23c 4f1a867c7b 4f51eb1488 50488a148f "
    "5217595226 5237c211f8 52dcb989ca 53280a32ee 5415fb00f6 546fa691eb 548902a4c7 55c67906c9 55c832ace5 "
    "55dc93f888 561df2043e 56870b691c 584b76ab52 58d6013258 59fb17ba3d 5aa7ef34f1 5b96f5b72c 5ccabfa051 "
    "5d17c0ec0b 5d304ae427 5de0afb565 5ea635d9ce 5f2a08f4d8 5f2deba171 5fc4070d24 5ff600c163 6005852575 "
    "609a6e698c 60f1dfc358 61c95dc8f1 62edb3a7ce 6325cf5b6c 63b3b44d8f 6471ee6461 64dd7a1f94 64f2b0bac1 "
    "666daacd7f 676435fb7f 67dba6c798 682535dc85 69756788bb 69da3a7993 6beac44084 6c14c343d8 6d5e4d0fec "
    "6e2e871fba 6e9a4fd614 6eef1c11d5 6f17c4302a 6f6613db1a 70d84dd7fb 71a9680082 72efbd02df 7311cfa134 "
    "73e4547d30 7483b98dc4 74da695f21 758aa0f867 76b752279e 77588e6fdd 777c76081a 78b200d877 791fa0c394 "
    "797f3afb5d 7a28c5a5b9 7a601ae979 7aaad9e10b 7ad50ce87d 7aedaa1464 7b5ddf6e97 7c89800b93 7e5b9f19c9 "
    "7f79cbdf2f 7fe19dbd3d 80794673b5 8092f78745 818c51c9e5 81bfc6b835 81fc79b725 8209ba9798 829107d530 "
    "8407af928c 84bcbcfc3a 8573f7466e 86dffcda27 878bf00ee3 87c8b52ca6 87ca73b9b6 88ec451092 89ffe126b1 "
    "8a019ec4f9 8a42604651 8ac21c4eaf 8bbafb1946 8bcb1adf96 8c889948cc 8cae587618 8daee02338 8ded8f3f7c "
    "8e2614599d 8e2677526d 8e846b827c 8eb1ead68c 8fb6a8d4f7 8fe8346b7e 903d715140 917acbc732 91ca5f20c0 "
    "933a3eb93e 934249af9e 93b38481e6 93f12db1e5 9448af3506 94969059b7 954e208d17 95a7d58062 96109ee1c8 "
    "9647077287 97e76d23c2 98290e2439 993ec1bdc6 997bd52f28 9a2642f830 9bf5185d6a 9d56b386b8 9e332f34a2 "
    "9ed5a10ce5 9ffaf39c88 a079f30f39 a2550232fa a2ee11578c a2eeb7fcef a3e011902d a45cf0dcb2 a47ac27b37 "
    "a57e7e479e a6eca005df a75a9acdd0 a80951dfef a835aa090c a9e7f063fd aa7c849f7c aaa109ccbb ab39368d81 "
    "acf73801b3 ad30ebd6a0 ad4fb7fd84 ae153deb8e ae961ad9cf afe32e10d0 b04e260f07 b0535bb073 b06c4405bc "
    "b1de78ceb3 b1e2781465 b2693d52b9 b34eed4dd7 b38cd2128e b3caf279f9 b488750a72 b5084fa662 b559aa61f2 "
    "b55fe9c5f9 b5adafa788 b628441802 b6ab5376d2 b736a9e570 b8642e90c6 b8c3b16138 b95c20f76d ba1d18afad "
    "bb615db6a9 bb623aedc7 bc33deccc9 bc69f57831 bc83058a47 bd11bc51e2 bdca1f0459 bef5821c84 bfc5b8bd7e "
    "c044e1817f c06cd68e48 c1b90926b8 c1eac0d767 c25c473714 c2c1728e96 c2daa387f1 c2e80c404e c3271b74ae "
    "c3d8932385 c53646652a c5894466d2 c5c686dd24 c6073f5eae c65364f020 c661591cba c6b5a8d685 c6fb91317f "
    "c88c21dffa c88e78e991 c8a5332824 c9b373e457 ca4b9ce534 caa805a302 caadd09389 cbee4e740e cc3dafae1c "
    "cd1d78855b ce26effb17 ce623e564e cf06d481a1 cfd62e9449 d1d916a1f5 d4d5b920a8 d5dafe8fde d61e9e972e "
    "d6bf4cf1cb d6e92fed7e d7635c2c9a d7f0a0d5ad d8052cdd00 d8056f2b8e daa4c23d90 dabecd35ac db037326cc "
    "dbcdcd521f dbefcd9efc dbf5385620 dc8cdeadb6 de204aca75 de2a3d10d8 df5798998b dfc2350bd6 dff12b0047 "
    "e11cfa3665 e12a28ef81 e228d98e0f e2aa7e5dc5 e3b9aef0b5 e4012c8844 e5ee153986 e65546c97a e735b6f145 "
    "e75509d13f e7d7f506b4 e86c4eae58 e8dc60990b e9df8db7f1 e9ea5a42ff ebad141ff0 ebaff54228 ec348b4480 "
    "eca642fb87 ecf270d147 ed23869a1c ed3088ead6 ed5699799e ee00ec7081 ee489ced95 f0d7fbb084 f3ae44e696 "
    "f490e5c7fc f61c1afd13 f65913e12b f68b1d0e3d f6a71d8f35 f6f6f85cf5 f73553bd1c f73b031f3c f748342a31 "
    "f76e42d55a f7dde27465 f8137efb05 f8958c3231 fbd5a3da85 fc140c5fbb febb552bb5 "
)

SHIPPED = Ranker(
    version="dc5b1701bf05",
    near=np.array([_WEIGHTS[name][0] for name in FEATURES]),
    wide=np.array([_WEIGHTS[name][1] for name in FEATURES]),
    fitted_on=frozenset(_FITTED_ON.split()),
)
