"""What is said between server and clients, and the sockets that it goes over."""
