import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createStudent } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

it('two writes that wait for each other both complete', async () => {
  app = await createTestApp()
  const { db } = app.deps
  const [one, other] = [
    await createStudent(app, 'Priya Nair'),
    await createStudent(app, 'Rohan Rao'),
  ]
  const addFees = (first: string, second: string) =>
    db.write(async (tx) => {
      for (const id of [first, second]) {
        await tx
          .updateTable('students')
          .set((eb) => ({ fees: eb(eb.fn.coalesce('fees', eb.val(0)), '+', 1) }))
          .where('id', '=', id)
          .execute()
        await sleep(200)
      }
    })
  await Promise.all([addFees(one.id, other.id), addFees(other.id, one.id)])
  const rows = await db.read.selectFrom('students').select('fees').execute()
  expect(rows).toEqual([{ fees: 2 }, { fees: 2 }])
})
