"""Tables: what they are, what may be done at them, and what is seen of them."""
