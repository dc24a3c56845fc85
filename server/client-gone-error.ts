/** The caller has closed the connection: nobody would read the reply. */
export class ClientGoneError extends Error {
  constructor() {
    super('the client has gone')
  }
}
