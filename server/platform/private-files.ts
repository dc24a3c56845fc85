// Imported first by every program that opens an institute's data: no file it makes is for other
// users of the machine, whichever of them runs before the server ever did.
process.umask(0o077)
