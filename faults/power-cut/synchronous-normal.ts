// Loaded before the server (`node --import`) in the control of the power cuts: SQLite then waits for
// the disk at checkpoints only, and a cut must lose answers.
import Sqlite from 'better-sqlite3'

const { pragma } = Sqlite.prototype
Sqlite.prototype.pragma = function weaken(this: Sqlite.Database, source, options) {
  return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options)
}
