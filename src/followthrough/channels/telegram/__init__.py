"""The Telegram channel: a bot that answers in chats, groups and forum topics. Needs the extra ``telegram``."""
