import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

const folder = join(import.meta.dirname, '../../server/database/migrations')

/** The first migration that is left to do, from which on answers and the audit log change shape. */
const firstPending = '0015'

const count = (upTo: number) =>
  `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${upTo})`

const paper = JSON.stringify({
  questions: [
    { id: 'q1', text: 'Which?', options: [{ text: 'A' }, { text: 'B' }], correctIndex: 0 },
  ],
})

const rows = `
INSERT INTO accounts (id, role, email, name, created_at)
  VALUES ('admin-1', 'admin', 'asha@example.com', 'Asha', 1);
${count(150)} INSERT INTO accounts (id, role, email, name, created_at)
  SELECT 'student-' || n, 'student', 'seat' || n || '@example.com', 'Student ' || n, n FROM n;
INSERT INTO students (id, name, name_key, email, phone, dob, gender, role, fname, fphone, laddress,
    paddress, course, referral, terms_version, terms_accepted_at, created_at)
  SELECT id, name, lower(name), email, '', '', '', '', '', '', '', '', '', '', '', 1, 1
  FROM accounts WHERE role = 'student';
INSERT INTO exams (id, revision_id, title, title_key, duration_minutes, question_count,
    integrity_mode, attempts_allowed, created_at)
  VALUES ('exam-1', 'r1', 'React', 'react', 30, 1, 'strict', 1, 1);
INSERT INTO revisions (id, exam_id, paper, created_at) VALUES ('r1', 'exam-1', '${paper}', 1);
INSERT INTO attempts (id, exam_id, revision_id, student_id, seed, started_at, ends_at, closes_at)
  SELECT 'attempt-' || id, 'exam-1', 'r1', id, 1, 1, 2, 3 FROM students;
${count(20)} INSERT INTO answers (attempt_id, question_id, option_index, sequence, answered_at)
  SELECT attempts.id, 'question-' || n, n % 4, n, n FROM attempts, n;
INSERT INTO audit (id, at, actor_id, actor, action, subject, detail, address, search_key)
  SELECT 'entry-' || id, 1, 'admin-1', 'asha@example.com', 'updated a student', id, 'fees',
    '203.0.113.7', 'asha' FROM students;`

/** An institute of an older version: 150 students with 20 answers each. */
export function makeOldDatabase(file: string): void {
  const migrations = readdirSync(folder)
    .filter((name) => /^[^.]+(\.sqlite)?\.sql$/.test(name) && name < firstPending)
    .sort()
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('BEGIN; CREATE TABLE migrations (name TEXT PRIMARY KEY)')
  for (const name of migrations) {
    sqlite.exec(readFileSync(join(folder, name), 'utf8').replaceAll('SORTED_TEXT', 'TEXT'))
    sqlite.prepare('INSERT INTO migrations VALUES (?)').run(name)
  }
  sqlite.exec(`${rows}; COMMIT`)
  sqlite.close()
}
