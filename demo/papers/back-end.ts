import type { DemoPaper } from '../paper.ts'

export const nodeAndExpress: DemoPaper = {
  title: 'Node and Express',
  minutes: 60,
  integrityMode: 'warn',
  questions: [
    {
      text: 'Why can one Node process serve thousands of connections at once?',
      options: [
        'It starts a thread for each connection',
        'It waits for input and output without blocking, and handles what is ready in an event loop',
        'It compiles JavaScript to a program of its own for each request',
        'It keeps all answers in memory',
      ],
      correct: 'B',
    },
    {
      text: 'What does a client get?',
      code: `app.get('/students/:id', (req, res) => {
  res.json({ id: req.params.id })
})

// GET /students/42`,
      options: ['`{"id":"42"}`', '`{"id":42}`', '`{"id":":id"}`', 'Status 404'],
      correct: 'A',
    },
    {
      text: 'Where does `page` stand after `GET /students?page=3`?',
      options: ['`req.params.page`', '`req.body.page`', '`req.headers.page`', '`req.query.page`'],
      correct: 'D',
    },
    {
      text: '`req.body` is `undefined` in a `POST` with JSON. What is missing?',
      options: [
        '`app.use(express.static())`',
        '`app.enable("body")`',
        '`app.use(express.json())`, before the routes',
        '`res.json()`, before the handler',
      ],
      correct: 'C',
    },
    {
      text: 'Which request reaches the second handler?',
      code: `app.use((req, res, next) => {
  if (!req.headers.authorization) return res.sendStatus(401)
  next()
})
app.get('/fees', (req, res) => res.send('paid'))`,
      options: [
        'Every `GET /fees`',
        '`GET /fees` with an `Authorization` header',
        'None: `next` is not returned',
        '`GET /fees` without an `Authorization` header',
      ],
      correct: 'B',
    },
    {
      text: 'How does Express tell error-handling middleware from other middleware?',
      options: [
        'It is given to `app.error()`',
        'It is registered first',
        'It has four parameters: `(err, req, res, next)`',
        'Its name starts with `error`',
      ],
      correct: 'C',
    },
    {
      text: 'Which status fits a `POST` that has made a new student?',
      options: ['201', '204', '302', '409'],
      correct: 'A',
    },
    {
      text: 'What happens to all other requests while this handler runs?',
      code: `app.get('/report', (req, res) => {
  const text = fs.readFileSync('report.csv', 'utf8')
  res.send(parse(text))
})`,
      options: [
        'They are served by another thread',
        'They are refused with status 503',
        'Nothing: reading is asynchronous',
        'They wait until the file is read and parsed',
      ],
      correct: 'D',
    },
    {
      text: 'How should a password be kept in the database?',
      options: [
        'Encrypted with a key that lies beside it',
        'As a salted hash of a slow algorithm such as Argon2id or bcrypt',
        'As its SHA-256',
        'In Base64',
      ],
      correct: 'B',
    },
    {
      text: 'Why is a session cookie set with `HttpOnly`?',
      options: [
        'So that scripts of the page cannot read it',
        'So that it is sent over plain HTTP only',
        'So that it never expires',
        'So that the browser encrypts it',
      ],
      correct: 'A',
    },
    {
      text: 'In `package.json` stands `"express": "^5.1.0"`. Which version may `npm install` not choose?',
      options: ['5.1.0', '5.1.9', '5.4.2', '6.0.0'],
      correct: 'D',
    },
    {
      text: 'Where do secrets such as a database password belong?',
      options: [
        'In `config.js`, committed',
        'In `package.json`',
        'In environment variables, outside the repository',
        'In the front end, so that the server need not know them',
      ],
      correct: 'C',
    },
    {
      text: 'What is the output?',
      code: `import { EventEmitter } from 'node:events'

const bell = new EventEmitter()
bell.on('ring', () => console.log('first'))
bell.emit('ring')
bell.on('ring', () => console.log('second'))`,
      options: ['`first`', '`first`, then `second`', '`second`', 'Nothing'],
      correct: 'A',
    },
  ],
}

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

export const gitAndDeployment: DemoPaper = {
  title: 'Git and Deployment',
  minutes: 20,
  questions: [
    {
      text: 'Which command puts changes of `app.js` in line for the next commit?',
      options: ['`git push app.js`', '`git add app.js`', '`git fetch app.js`', '`git log app.js`'],
      correct: 'B',
    },
    {
      text: 'What is the difference between `git fetch` and `git pull`?',
      options: [
        '`fetch` also merges, `pull` does not',
        'There is none',
        '`pull` sends commits, `fetch` receives them',
        '`pull` also brings what was fetched into the current branch',
      ],
      correct: 'D',
    },
    {
      text: 'A circle is a commit, time goes from left to right. Which command made the hatched commit, which has two parents?',
      picture: 'git-merge',
      options: ['`git merge`', '`git rebase`', '`git cherry-pick`', '`git tag`'],
      correct: 'A',
    },
    {
      text: 'Others have pulled a commit that turns out to be wrong. How is it undone without rewriting history?',
      options: ['`git reset --hard`', '`git commit --amend`', '`git revert`', '`git clean`'],
      correct: 'C',
    },
    {
      text: 'What belongs in `.gitignore`?',
      options: [
        '`package.json` and `package-lock.json`',
        '`README.md`',
        'The tests',
        '`node_modules/` and `.env`',
      ],
      correct: 'D',
    },
    {
      text: 'What do these lines mean in a file?',
      code: `<<<<<<< HEAD
const port = 3000
=======
const port = 8080
>>>>>>> feature/port`,
      options: [
        'Two branches changed the same line: choose what stays and take the marks away',
        'The file is damaged: clone again',
        'The first line runs on a laptop, the second one on a server',
        'Git has merged both lines already',
      ],
      correct: 'A',
    },
    {
      text: 'Why does `npm ci` suit a build server better than `npm install`?',
      options: [
        'It installs nothing that is not used',
        'It always takes the newest versions',
        'It installs exactly what the lock file says, or fails',
        'It needs no network',
      ],
      correct: 'C',
    },
    {
      text: 'In which order should this Dockerfile copy, so that a change of code does not install all packages again?',
      code: `FROM node:22
WORKDIR /app
# ?
CMD ["node", "server.js"]`,
      options: [
        '`COPY . .`, then `RUN npm ci`',
        '`COPY package*.json ./`, then `RUN npm ci`, then `COPY . .`',
        '`RUN npm ci`, then `COPY . .`',
        'The order makes no difference',
      ],
      correct: 'B',
    },
    {
      text: 'What does a reverse proxy such as nginx do in front of a Node server?',
      options: [
        'It compiles JavaScript',
        'It replaces the database',
        'It takes requests from outside, ends TLS, and passes them on',
        'It keeps the source code safe',
      ],
      correct: 'C',
    },
    {
      text: 'What is the point of running the tests in CI on each push?',
      options: [
        'A change that breaks something is seen before it is merged',
        'The tests need not be written',
        'The site becomes faster',
        'Only the owner can push',
      ],
      correct: 'A',
    },
  ],
}
