import type { Attack } from './attack.ts'
import { forgotPassword, hostilePictures, registrationFlood, wrongLogins } from './floods.ts'
import { halfSentUploads, idleSockets, slowReaders } from './held-connections.ts'

/**
 * Everything that one visitor with a laptop and no account may try, by name on the command line.
 */
export const attacks: Readonly<Record<string, Attack>> = {
  'forgot-password': forgotPassword,
  'half-sent-uploads': halfSentUploads,
  'idle-sockets': idleSockets,
  'slow-readers': slowReaders,
  'hostile-pictures': hostilePictures,
  'registration-flood': registrationFlood,
  'wrong-logins': wrongLogins,
}
