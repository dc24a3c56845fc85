import type { DemoPaper } from '../paper.ts'

export const sqlAndMongodb: DemoPaper = {
  title: 'Databases: SQL and MongoDB',
  minutes: 45,
  questions: [
    {
      text: 'Which clause filters groups after `GROUP BY`?',
      options: ['`WHERE`', '`HAVING`', '`ORDER BY`', '`LIMIT`'],
      correct: 'B',
    },
    {
      text: 'Three of ten students have no course yet. How many rows does the query give?',
      code: `SELECT s.name, c.title
FROM students s
LEFT JOIN courses c ON c.id = s.course_id;`,
      options: ['7', '3', '10', '30'],
      correct: 'C',
    },
    {
      text: 'Three of ten students have no course yet. How many rows does this query give?',
      code: `SELECT s.name, c.title
FROM students s
INNER JOIN courses c ON c.id = s.course_id;`,
      options: ['7', '3', '10', '0'],
      correct: 'A',
    },
    {
      text: 'Which condition finds the students whose fees are not known?',
      options: ['`fees = NULL`', "`fees = ''`", '`fees <> 0`', '`fees IS NULL`'],
      correct: 'D',
    },
    {
      text: 'What does an index on `students (email)` change?',
      options: [
        'Rows are stored compressed',
        'Look-ups by e-mail become faster, and each write does a little more work',
        'E-mail addresses become unique',
        'Every query of the table becomes faster',
      ],
      correct: 'B',
    },
    {
      text: 'What protects this query against SQL injection?',
      code: `db.query("SELECT * FROM students WHERE email = '" + email + "'")`,
      options: [
        'A longer timeout',
        'Checking that `email` is not empty',
        'A parameter: `db.query("… WHERE email = $1", [email])`',
        'Capital letters for all keywords',
      ],
      correct: 'C',
    },
    {
      text: 'Money moves from one account to another in two updates. What makes sure that never only one of them happens?',
      options: ['A transaction', 'An index', 'A view', 'A foreign key'],
      correct: 'A',
    },
    {
      text: 'The table `attempts` holds the scores 40, 60, `NULL` and 80. What does `AVG(score)` give?',
      options: ['45', '`NULL`', '40', '60'],
      correct: 'D',
    },
    {
      text: 'What does a foreign key from `attempts.student_id` to `students.id` forbid?',
      options: [
        'Two attempts of one student',
        'An attempt of a student who does not exist',
        'A student without an attempt',
        'Reading attempts without students',
      ],
      correct: 'B',
    },
    {
      text: 'Which course has the most students?',
      code: `SELECT course, COUNT(*) AS students
FROM students
GROUP BY course
ORDER BY students DESC
LIMIT 1;`,
      options: [
        'The query fails: `COUNT(*)` needs a column',
        'The first row of the result names the one with the fewest',
        'The only row of the result names it',
        'The query cannot tell: `LIMIT` is applied before `ORDER BY`',
      ],
      correct: 'C',
    },
    {
      text: 'What does a MongoDB collection hold?',
      options: ['Documents', 'Rows', 'Tables', 'Only files'],
      correct: 'A',
    },
    {
      text: 'Which filter finds students with a score of 60 or more?',
      options: [
        '`{ score: ">= 60" }`',
        '`{ $gte: { score: 60 } }`',
        '`{ score >= 60 }`',
        '`{ score: { $gte: 60 } }`',
      ],
      correct: 'D',
    },
    {
      text: 'What does this update leave of the other fields of the document?',
      code: `db.students.updateOne(
  { email: 'asha@example.com' },
  { $set: { fees: 45000 } },
)`,
      options: [
        'Nothing: the document is replaced',
        'All of them as they were',
        'Only `_id`',
        'Only those with an index',
      ],
      correct: 'B',
    },
    {
      text: 'What speaks for embedding addresses in a student’s document? Choose all that are right.',
      options: [
        'Thousands of students share one address that changes daily',
        'They are few and belong to one student',
        'Addresses are searched on their own',
        'They are read together with the student',
      ],
      correct: 'B,D',
    },
    {
      text: 'Which stages of an aggregation can give fewer documents than they get? Choose all that are right.',
      options: ['`$match`', '`$addFields`', '`$group`', '`$sort`'],
      correct: 'A,C',
    },
  ],
}
