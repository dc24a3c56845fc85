import type { DemoPaper } from '../paper.ts'

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
