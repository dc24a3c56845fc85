import { staffRoleNames } from '#core/accounts/permissions.ts'
import { type Command, yes } from './command.ts'

const serversAreStopped = {
  type: 'boolean',
  does: 'says so, on PostgreSQL, where the command cannot see it',
} as const

/** For those who run an institute. */
export const operatorCommands = {
  start: {
    does: 'Builds the screens if they have changed, and starts the server.',
    start: 'npm start',
  },
  'new-institute': {
    does: 'Copies the samples that are not yet in institute/ into it, to be changed there.',
  },
  doctor: {
    does: 'Examines settings, database, pictures, backups and network, and lists errors and warnings.',
    options: {
      backups: {
        type: 'string',
        default: 'backups',
        value: '<folder>',
        does: 'where the backups are',
      },
      json: { type: 'boolean', does: 'prints the findings for a program' },
    },
    more: 'The exit code is 0 if all is well, 1 if there are errors, 2 if something could not be checked.',
  },
  admin: {
    does: 'Adds, resets and removes members of staff, also while the server runs.',
    words: ['<what>', '[email]'],
    choices: {
      add: 'a new admin with a one-time password: an owner, unless --role says otherwise',
      reset: 'a new one-time password; the old password and the sessions end',
      remove: 'takes the account and its sessions away',
      'reset-second-factor': 'removes app, passkeys and recovery codes; the sessions end',
      'end-sessions': 'logs an account out everywhere, a student’s too; "everyone" for all',
      list: 'every admin, and who cannot log in',
    },
    options: {
      role: {
        type: 'string',
        value: `<${staffRoleNames.join('|')}>`,
        does: 'what a new admin may do',
      },
      yes,
    },
  },
  backup: {
    does: 'Copies the database and the pictures of questions into a new folder, also while the server runs.',
    words: ['[folder]'],
    options: {
      'with-identity-pictures': {
        type: 'boolean',
        does: 'takes identity pictures along, with the key that opens them',
      },
    },
    more: 'The new folder is made in ./backups, unless another one is named.',
  },
  restore: {
    does: 'Restores a backup into an empty data folder.',
    words: ['<folder of a backup>'],
  },
  'verify-audit': {
    does: 'Checks that each entry of the audit log follows the one before.',
    words: ['[head or folder of a backup]'],
    more: 'With a head that was kept elsewhere, or the one in a backup, it also checks that no entry was cut off since.',
  },
  rehearse: {
    does: 'Rehearses an exam day with made-up students against a server that runs, and says go or no-go.',
    options: {
      url: { type: 'string', value: '<https://…>', does: 'where the server is' },
      students: {
        type: 'string',
        default: '100',
        value: '<1 to 2000>',
        does: 'how many made-up students take the test',
      },
      minutes: {
        type: 'string',
        default: '5',
        value: '<0.1 to 120>',
        does: 'how long the test is open',
      },
      'clean-up': {
        type: 'boolean',
        does: 'only erases what a rehearsal that was killed has left there',
      },
    },
    more: `It needs an owner's email address and password: from ADMIN_EMAIL and ADMIN_PASSWORD, or it asks. Where
the account has an authenticator app, it asks for a code. One rehearsal at a time.

Made-up students with addresses under .invalid log in, wait in the lobby, take a test that nobody else
sees, and finish. Afterwards they and the test are erased, also after Ctrl-C; the audit log keeps its
lines. The exit code is 0 for go, 1 for no-go, and 2 if it could not be carried out or cleaned up.`,
  },
  'rotate-image-key': {
    does: 'Encrypts every identity picture with a new key and deletes the old one.',
    options: { 'servers-are-stopped': serversAreStopped, yes },
  },
  'move-to-postgres': {
    does: 'Copies the database of DATA_DIR into the empty PostgreSQL of DATABASE_URL.',
  },
  'move-images': {
    does: 'Copies all pictures from DATA_DIR/images to the bucket of IMAGES_URL, and compares them.',
    options: {
      back: { type: 'boolean', does: 'from the bucket to the folder' },
      folder: { type: 'string', value: '<folder>', does: 'another folder than DATA_DIR/images' },
      overwrite: { type: 'boolean', does: 'replaces pictures there that have other bytes' },
      'remove-originals': {
        type: 'boolean',
        does: 'deletes the originals once all copies were compared',
      },
      'servers-are-stopped': serversAreStopped,
      yes,
    },
  },
  'set-images-aside': {
    does: 'Puts pictures that no row names aside for 30 days, however many they are.',
  },
  demo: {
    does: 'Makes up an institute in ./data-demo and serves it.',
    options: {
      large: { type: 'boolean', does: '10,000 students, in ./data-demo-large' },
      fresh: { type: 'boolean', does: 'makes it up anew' },
    },
  },
} as const satisfies Readonly<Record<string, Command>>
