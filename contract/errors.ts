import { notAPictureError } from '#core/images/image-limits.ts'

type RefusalReply = {
  readonly status: number
  readonly message: string
  /** Extra fields that older clients read beside the message. */
  readonly extraFields?: Readonly<Record<string, unknown>>
}

/** Every refusal with its HTTP status and message. Programs compare the code, people read the rest. */
export const refusals = {
  'not-signed-in': { status: 401, message: 'Please log in.' },
  'wrong-role': { status: 403, message: 'This is not open to your account.' },
  'password-change-required': { status: 403, message: 'Please set your own password first.' },
  'registration-required': { status: 403, message: 'Please complete your registration first.' },
  'second-factor-required': { status: 403, message: 'Please set up a second factor first.' },
  'reauthentication-required': { status: 403, message: 'Please show again that it is you.' },
  'cross-site': {
    status: 403,
    message: 'This request came from another site and was not carried out.',
  },
  'wrong-host': {
    status: 421,
    message: 'This site has another address: ask the institute for it.',
  },
  'invalid-input': { status: 400, message: 'Some of this is missing or not as expected.' },
  'too-large': { status: 413, message: 'This is larger than we can take.' },
  'wrong-type': { status: 415, message: 'This kind of content is not understood here.' },
  'unknown-path': { status: 404, message: 'There is nothing here.' },
  'wrong-method': { status: 405, message: 'This address does not take that method.' },
  'too-many': { status: 429, message: 'Too many tries. Please wait a little, then try again.' },
  busy: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  'disk-full': { status: 507, message: 'The server has no space left. Please tell the institute.' },
  'disk-low': {
    status: 507,
    message:
      'The server is short of space and takes no pictures for now. The rest works. Please tell the institute.',
  },
  'pictures-unavailable': {
    status: 503,
    message: 'Pictures cannot be stored or shown at the moment. Please try again in a few minutes.',
  },
  fault: { status: 500, message: 'Something went wrong on our side. Please try again.' },

  'wrong-login': { status: 401, message: 'The email address or password is not right.' },
  'wrong-student-login': {
    status: 401,
    message: 'The email address or password is not right.',
    extraFields: { loginStatus: false },
  },
  'login-replaced': {
    status: 409,
    message: 'Login was pressed again on this page, and that try is the one that counts.',
  },
  'account-disabled': {
    status: 403,
    message: 'This account is disabled. Please ask the institute.',
  },
  'wrong-password': { status: 401, message: 'The email address or old password is not right.' },
  'network-not-slowed': {
    status: 409,
    message: 'Logins from there are no longer slowed down.',
  },
  'weak-password': { status: 400, message: 'Please choose another password.' },

  'staff-not-found': { status: 404, message: 'There is no such account.' },
  'staff-changed': {
    status: 409,
    message: 'Someone else has changed this account since you opened the list.',
  },
  'last-owner': {
    status: 409,
    message:
      'This is the last owner who can log in. Another owner counts once they have set a password.',
  },
  'own-second-factor': {
    status: 409,
    message: 'You change your own second factor on its own page, under your name.',
  },

  'session-not-found': { status: 404, message: 'This session has ended already.' },
  'log-in-first': {
    status: 403,
    message: 'This account has a second factor. Log in with it first, then change the password.',
  },
  'no-login-cookie': {
    status: 401,
    message: 'The cookie of this login is missing. Please enter your password again.',
  },
  'log-in-again': { status: 401, message: 'This took too long. Please enter your password again.' },
  'wrong-code': {
    status: 401,
    message:
      'This was not accepted. A code works once; if it is refused, check the clock of your phone.',
  },
  'wrong-own-password': { status: 401, message: 'This is not your password.' },
  'second-factor-off': { status: 409, message: 'A second factor cannot be set up here.' },
  'totp-on': { status: 409, message: 'An authenticator app is on already. Turn it off first.' },
  'no-second-factor': { status: 409, message: 'Set up an app or a passkey first.' },
  'last-second-factor': {
    status: 409,
    message: 'The institute asks for a second factor. Add another one before you remove this.',
  },
  'passkeys-not-here': { status: 409, message: 'This address of the site cannot use passkeys.' },
  'passkey-not-taken': {
    status: 400,
    message: 'This passkey could not be added. Please try again.',
  },
  'passkey-not-found': { status: 404, message: 'There is no such passkey.' },
  'too-many-passkeys': { status: 409, message: 'You have 20 passkeys. Remove one first.' },

  'registration-faulty': { status: 400, message: 'Some details are missing or not as expected.' },
  'email-taken': { status: 409, message: 'An account with this email already exists.' },
  'sent-before': {
    status: 409,
    message:
      'You have already registered with this form, before your last changes. Log in, or have a password sent.',
  },
  'too-many-for-email': {
    status: 429,
    message: 'This email address has been used for too many registrations today.',
  },
  'image-faulty': {
    status: 400,
    message: notAPictureError,
  },
  'import-faulty': {
    status: 409,
    message: 'Nobody was added: rows have faults by now that they did not have before.',
  },
  'import-sent-before': {
    status: 409,
    message: 'These students were already added, without your last changes. Begin a new import.',
  },
  'address-in-use': {
    status: 409,
    message: 'Another account has this email address by now. Nobody was restored.',
  },
  'roll-number-in-use': {
    status: 409,
    message: 'Another student has this roll number by now. Nobody was restored.',
  },
  'roll-number-taken': { status: 409, message: 'Another student has this roll number.' },
  'student-not-found': { status: 404, message: 'No student found' },
  'image-not-found': { status: 404, message: 'There is no such picture.' },

  'enquiry-sent-before': {
    status: 409,
    message:
      'Your enquiry reached us, without your last changes. Press the button again only if you want to send this one, too.',
  },
  'enquiry-not-found': { status: 404, message: 'There is no such enquiry.' },

  'mail-not-found': { status: 404, message: 'There is no such email.' },
  'mail-not-failed': { status: 409, message: 'This email has not failed.' },
  'mail-under-way': {
    status: 409,
    message: 'This email is being sent right now. Erase it in two minutes.',
  },
  'mail-text-gone': {
    status: 409,
    message:
      'The text of this email is no longer kept. Send a new one: login details from the student’s page, a result from the page of the test.',
  },

  'test-not-found': { status: 404, message: 'Test not found' },
  'student-changed': {
    status: 409,
    message: 'Somebody else has changed this student since you began.',
  },
  'test-changed': {
    status: 409,
    message: 'It has been saved by someone else, or in another tab, since you began.',
  },
  'test-sent-before': {
    status: 409,
    message:
      'This test was already created, without your last changes: it is in the list of tests. Create this one only if you want both.',
  },
  'test-faulty': { status: 400, message: 'Some of the test is missing or not as expected.' },
  'test-has-running-attempts': {
    status: 409,
    message: 'Students are taking this test now. It can be deleted when they have finished.',
  },
  'test-was-taken': {
    status: 409,
    message:
      'Students have taken this test: it stays among the deleted tests for 30 days, and then goes with their attempts.',
  },

  'batch-not-found': { status: 404, message: 'There is no such batch.' },
  'batch-changed': {
    status: 409,
    message: 'Somebody else has changed this batch since you began.',
  },
  'batch-name-taken': { status: 409, message: 'Another batch has this name.' },
  'batch-in-use': {
    status: 409,
    message:
      'Exam windows name this batch. Once it has ended it stays under Over; to delete it, delete those windows first.',
  },
  'window-not-found': { status: 404, message: 'There is no such exam window.' },
  'window-changed': {
    status: 409,
    message: 'Somebody else has changed this window since you began.',
  },
  'last-window': {
    status: 409,
    message:
      'Without a window this test is open to everyone from now. Say whether it should be, or take back its release.',
  },
  'key-still-needed': {
    status: 409,
    message: 'Students could still sit this test: the answers would be known.',
  },
  'students-awaited': {
    status: 409,
    message: 'Students with an open window have yet to start this test.',
  },
  'nobody-absent': { status: 409, message: 'Nobody is absent from this test by now.' },
  'not-open-yet': { status: 409, message: 'This test has not opened yet.' },
  'entry-over': {
    status: 409,
    message: 'The latest time to start this test is over. Please ask the institute.',
  },
  'window-closed': {
    status: 409,
    message: 'This test is closed. Please ask the institute.',
  },

  'clocks-agree': { status: 409, message: 'The machine’s clock and the exam’s agree already.' },
  'clock-behind': {
    status: 409,
    message:
      'The server’s clock has to be checked before a test can start. Please tell the invigilator.',
  },
  'already-taken': { status: 409, message: 'You have already taken this test.' },
  'reload-needed': {
    status: 409,
    message: 'This page is from before this kind of test. Reload it, then start the test.',
  },
  'no-running-attempt': { status: 409, message: 'You have no running attempt at this test.' },
  'attempt-not-found': { status: 404, message: 'Quiz attempt not found.' },
  'attempt-over': { status: 409, message: 'The time is over. This answer was not taken.' },
  'attempt-paused': {
    status: 409,
    message:
      'The institute has paused the quiz. What you chose stays on this device until it goes on.',
  },
  'action-not-found': { status: 404, message: 'This was done too long ago to be undone.' },
  'undo-over': { status: 409, message: 'The 10 seconds are over: this can no longer be undone.' },
  'attempt-running': {
    status: 409,
    message: 'An attempt of this student at this test is running.',
  },
  'not-over': { status: 409, message: 'This attempt is still running.' },
  'late-answers-changed': {
    status: 409,
    message: 'More answers have arrived since you opened this page. Look at them first.',
  },
  'attempt-void': {
    status: 409,
    message: 'This attempt is void. Take that back under Incidents first.',
  },
  'incident-not-found': { status: 404, message: 'There is no such incident.' },
  'incident-decided': {
    status: 409,
    message: 'Somebody else has decided some of these. Nothing was changed: look again.',
  },
  'statement-too-late': {
    status: 409,
    message: 'The 24 hours are over. Please speak to your trainer.',
  },
  'statement-written': {
    status: 409,
    message: 'You have already said what happened. What you wrote first is kept.',
  },
  'no-time-left': { status: 409, message: 'No time was left. Say how many minutes to give.' },
  'not-running': { status: 409, message: 'This attempt has ended. Reopen it to give more time.' },
  'unknown-question': { status: 400, message: 'This question is not part of the test.' },
  'unknown-option': { status: 400, message: 'This option is not part of the question.' },
  'results-not-released': { status: 403, message: 'Results not yet released for this test.' },
} as const satisfies Record<string, RefusalReply>

export type RefusalCode = keyof typeof refusals

/** Refusals that any call may return, so endpoints need not list them. */
export const commonRefusals = [
  'not-signed-in',
  'wrong-role',
  'password-change-required',
  'registration-required',
  'second-factor-required',
  'reauthentication-required',
  'cross-site',
  'invalid-input',
  'too-large',
  'wrong-type',
  'too-many',
  'busy',
  'disk-full',
  'disk-low',
  'pictures-unavailable',
  'fault',
] as const satisfies readonly RefusalCode[]
