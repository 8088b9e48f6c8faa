"""What is used of packages that there are none of for browsers, in a few lines each."""
