"""Review by several people without a server: packages go out as files, answers come back as files.

``share`` draws who gets which items, ``pack`` writes one project file a reviewer, ``answers`` writes and reads what a
reviewer decided, ``merge`` takes it back, ``plan`` tells who has what and how far they are.
"""
