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
