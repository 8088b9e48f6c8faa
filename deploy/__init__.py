"""How others get the game: services, containers, static sites."""
