"""The lab: what is learnt from playing games by the thousand."""
