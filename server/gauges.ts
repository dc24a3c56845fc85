import { countAllRunningAttempts } from './attempts/count-queries.ts'
import type { Deps } from './deps.ts'
import { countDueEmails } from './platform/mailer/outbox-queries.ts'
import type { GaugeSource } from './platform/metrics.ts'

/** Gauges of queues and shortages, for /metrics. */
export function createGauges(
  { db, heartbeat, now, clock, disk, mail, images, passwords }: Deps,
  { countLiveStreams }: { readonly countLiveStreams: () => number },
): readonly GaugeSource[] {
  return [
    {
      name: 'attempts_running',
      help: 'Attempts that have begun and not ended',
      read: () => countAllRunningAttempts(db.read),
    },
    {
      name: 'emails_due',
      help: 'Emails that should have left by now',
      read: () => countDueEmails(db.read, now()),
    },
    {
      name: 'mail_delivery_failing',
      help: '1 while the mail server refuses emails or cannot be reached, else 0',
      read: async () => ((await mail.findDeliveryProblem()) === null ? 0 : 1),
    },
    {
      name: 'images_failing',
      help: '1 while the bucket of the pictures refuses calls or cannot be reached, else 0',
      read: () => (images.isFailing() ? 1 : 0),
    },
    {
      name: 'live_streams',
      help: 'Streams of live screens that are open, of 300 at most',
      read: countLiveStreams,
    },
    {
      name: 'hashes_waiting',
      help: 'Logins and new passwords that wait to be hashed',
      read: () => passwords.getLoad().waiting,
    },
    {
      name: 'hash_seconds',
      help: 'What a hash of a password takes by now, a moving average',
      read: () => passwords.getLoad().meanMs / 1000,
    },
    {
      name: 'saving_failing',
      help: '1 while nothing can be saved, such as on a full disk, else 0',
      read: () => (heartbeat.isFailing() ? 1 : 0),
    },
    {
      name: 'clock_difference_seconds',
      help: 'How far the machine’s clock is ahead of the exam’s',
      read: () => clock.getDifferenceMs() / 1000,
    },
    {
      name: 'clock_behind',
      help: '1 while nothing opens or closes, since the machine’s clock is behind the last run, else 0',
      read: () => (clock.isHeld() ? 1 : 0),
    },
    {
      name: 'disk_free_bytes',
      help: 'Free space on the disk of the data folder or of the images, whichever has less',
      read: async () => (await disk.check()).freeBytes,
    },
  ]
}
