"""A request for a person is an explicit request, at any time; the word inside a question is none (C21, report 29)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.person import asks_for_person

PACK = load_pack("healthcare_payer")

REQUESTS = [
    "agent",
    "AGENT!!!",
    "Agent?",
    "human",
    "a human please",
    "agent agent agent",
    "talk to a human",
    "Talk to an agent",
    "can I speak with someone",
    "can I speak with someone?",
    "representative please",
    "I want a person",
    "I want to talk to a person",
    "I'd like to speak to a representative.",
    "let me talk to a real person",
    "Connect me to an agent",
    "please transfer me to a live agent",
    "could you put me through to somebody?",
    "can you connect me with a human agent please",
    "get me a human",
    "I need a human",
    "I need to speak with a supervisor",
    "this is useless, let me talk to a human",
    "This isn't helping. Connect me to a person.",
    "hi, can I talk to a real human?",
    "ok connect me to someone",
    "no, I want to talk to a human",
    "how do I talk to a human?",
    "How can I speak to a representative?",
    "is there a human I can talk to?",
    "I want to talk to someone about my denied claim",
    "can I talk to an agent about prior authorization",
    "I need help from a human",
    "operator",
    "live agent",
    "human being please",
    "speak to a manager",
    "I would rather talk to a person",
    "escalate this please",
    "hello agent",
    "real person please",
    "can someone help me — I want to speak to an agent",
    "I need someone to talk to",
    "can i get a human",
    "give me a human",
    "you're not getting it; get me an agent now",
    "customer service representative",
    "chat with a live person",
    "i wanna talk to somebody",
    "Would it be possible to speak to someone from your team?",
    "please hand me over to a colleague",
    "Could I have a person, please?",
    "Switch me to a human",
    "I want an actual human being, not a bot",
    "need a human",
    "pls connect to agent",
    "Just let me speak to a rep",
    "want to speak with customer service",
    "can u transfer me to an agent",
    "Is there an agent I can talk to?",
    "is there a real person here",
    "do you have a human available?",
    "are there any agents available",
    "is there anyone I can speak to?",
    "is an agent available right now?",
    "I need help from a real person please",
    "can i chat with a human representative instead",
    "representative!",
    "Speak to representative",
    "i would like to talk to a live person now",
    "connect me with customer care",
    "I've asked three times now, please get me a person",
    "just give me a real person",
    "hello? can i speak to a person",
    "hey there, is there someone I can talk to",
    "I want to speak with a real human about my bill",
    "let me speak to your supervisor",
    "may I please speak to an agent?",
    "please can I talk to someone",
]

OTHERS = [
    "which form does the agent sign?",
    "what does a human services office do?",
    "Can an agent sign the form?",
    "Who is the authorized representative?",
    "Can I have an agent sign for me?",
    "I need a representative to sign the form",
    "How do I appoint a representative?",
    "does the plan cover a human milk bank",
    "Do I need to talk to an agent before surgery?",
    "Should I speak to a representative about this?",
    "what number do I call to talk to a person at Molina?",
    "If my claim is denied, can I speak to someone?",
    "Don't transfer me to an agent",
    "I don't want to talk to an agent",
    "Department of Health and Human Services",
    "agent of record change",
    "What is the fax number for the representative?",
    "human resources",
    "Is the agent's signature required?",
    "customer service number",
    "Can my doctor talk to a pharmacist?",
    "I talked to a representative yesterday",
    "My agent said the copay is $20",
    "the representative told me to call back",
    "Can a member speak to a nurse?",
    "insurance agent fee",
    "Are you a human?",
    "who do I contact about appeals?",
    "someone",
    "a manager must approve the request",
    "is a representative allowed to file the appeal",
    "support",
    "I need a person's consent form",
    "Do you want to talk to a human?",
    "can I contact the provider by email?",
    "how do I contact support?",
    "how do I contact the agent of record?",
    "can I reach the plan by phone?",
    "I need to contact the plan",
    "I want to see my agent's license",
    "person",
    "Can I talk to my case manager about changing plans?",
    "the error says connect to agent failed",
    "Agent installation fails with error 1603",
    "how do I deploy the agent?",
    "reinstall the agent",
    "How do I give someone access to the folder?",
    "I need someone to sign the form",
    "Can I get someone else's medication?",
    "can I get support for Windows 7?",
    "get support",
    "can I give someone my card?",
    "I want to give someone my password",
    "I need support for my printer",
    "find me people with access",
    "I want to add a person to the group",
    "is there an agent fee?",
    "is there a representative form?",
    "Is there a specialist available in my area?",
    "is an agent required for appeals?",
    "agent portal",
    "what is a human factor study",
    "do you have an agent handbook?",
    "does a person have to sign?",
    "Is the representative available on weekends?",
    "Is a representative available on weekends?",
    "talk to an agent in step 3 fails",
    "I can't get through to the agent portal",
    "who is my representative",
    "I need a person id",
    "I want an agent license",
    "can I have a representative at the hearing?",
    "how to get an agent license",
    "how to contact the agent",
    "a person on Plan Silver",
    "help",
    "I want to contact Molina",
    "need a representative form",
    "human milk",
    "12",
    "no",
    "the operator manual",
]


@pytest.mark.parametrize("text", REQUESTS)
def test_explicit_requests_are_heard(text: str) -> None:
    assert asks_for_person(text, PACK)


@pytest.mark.parametrize("text", OTHERS)
def test_a_word_inside_something_else_asks_for_nobody(text: str) -> None:
    assert not asks_for_person(text, PACK)


def test_a_bare_word_of_the_pending_question_is_its_answer() -> None:
    pending = "Are you the member or a representative?"
    assert not asks_for_person("representative", PACK, pending=pending)
    assert not asks_for_person("a representative", PACK, pending=pending)
    assert asks_for_person("can I talk to a representative", PACK, pending=pending)
    assert asks_for_person("agent", PACK, pending=pending)


def test_a_question_after_the_request_is_answered() -> None:
    assert asks_for_person("It still fails. I want to talk to a human.", PACK)
    assert not asks_for_person("I want to talk to a human. What are their hours?", PACK)
    assert asks_for_person("What are the hours? Actually, just connect me to an agent.", PACK)
