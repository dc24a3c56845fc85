/** Too much at once: the caller is asked to come back at a given time. */
export class OverloadedError extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('busy')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
