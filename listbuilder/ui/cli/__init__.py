"""The command line of listbuilder. Only this package prints and exits."""
