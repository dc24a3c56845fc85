import type { Attack } from './attack.ts'
import { forgotPassword } from './attacks/forgot-password.ts'
import { halfSentUploads } from './attacks/half-sent-uploads.ts'
import { hostilePictures } from './attacks/hostile-pictures.ts'
import { idleSockets } from './attacks/idle-sockets.ts'
import { registrationFlood } from './attacks/registration-flood.ts'
import { slowReaders } from './attacks/slow-readers.ts'
import { wrongLogins } from './attacks/wrong-logins.ts'

/** Everything that one visitor with a laptop and no account may try, by its name on the command line. */
export const attacks: Readonly<Record<string, Attack>> = {
  'forgot-password': forgotPassword,
  'half-sent-uploads': halfSentUploads,
  'idle-sockets': idleSockets,
  'slow-readers': slowReaders,
  'hostile-pictures': hostilePictures,
  'registration-flood': registrationFlood,
  'wrong-logins': wrongLogins,
}
