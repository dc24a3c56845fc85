// Imported first by every program that opens an institute's data, so that no file it creates is
// readable by other users of the machine.
process.umask(0o077)
