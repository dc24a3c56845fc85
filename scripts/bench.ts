import { benchAdminLists } from '../bench/admin-lists.ts'
import { benchLighthouse } from '../bench/lighthouse.ts'
import { benchSubmitAnswer } from '../bench/submit-answer.ts'
import { buildWeb } from './build-web.ts'

const benches = {
  'submit-answer': {
    description: '50 connections, every answer on disk before its 200',
    run: benchSubmitAnswer,
  },
  'admin-lists': {
    description: 'every list of the admin’s over 100,000 attempts, a page in under 50 ms',
    run: benchAdminLists,
  },
  lighthouse: {
    description: 'mobile preset, median of three (95, 100, 100, 100 and 0 are promised for /)',
    async run() {
      await buildWeb()
      await benchLighthouse()
    },
  },
}

/** `npm run bench` runs all of them, `npm run bench -- lighthouse` one. */
const selected = process.argv.slice(2)
for (const [name, { description, run }] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  console.log(`${name}: ${description}`)
  await run()
}
