import { expect, inject, it } from 'vitest'
import { createStudent } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { audit, systemActor } from './audit.ts'
import { verifyAuditChain } from './audit-chain.ts'

const isPostgres = process.env.ENGINE === 'postgres'

it.runIf(isPostgres)(
  'two processes write one chain, and neither waits for the other’s rows while holding it',
  async () => {
    const databaseUrl = inject('postgresUrl')
    const one = await createTestApp({ databaseUrl })
    const other = await createTestApp({ databaseUrl, schema: one.schema })
    try {
      const [first, second] = [await createStudent(one, 'One'), await createStudent(one, 'Two')]
      const event = { action: 'exam.updated', actor: systemActor } as const
      let runs = 0
      // One audits before it takes the row, the other after: held at once, the lock would deadlock.
      const runTransaction = (app: typeof one, id: string, isAuditFirst: boolean) =>
        app.deps.db.write(async (tx) => {
          runs += 1
          const addEntry = () => audit(tx, app.deps, event, app.clock.at)
          if (isAuditFirst) await addEntry()
          const students = tx.selectFrom('students').select('id').where('id', '=', id)
          await students.forUpdate().execute()
          if (!isAuditFirst) await addEntry()
        })
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          runTransaction(n % 2 === 0 ? one : other, n % 5 === 0 ? first.id : second.id, n % 4 < 2),
        ),
      )
      expect(runs).toBe(30)
      const { read } = one.deps.db
      const { rows } = await read
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .where('action', '=', 'exam.updated')
        .executeTakeFirstOrThrow()
      expect(Number(rows)).toBe(30)
      expect(await verifyAuditChain(read)).toMatchObject({ isIntact: true })
    } finally {
      await other.close()
      await one.close()
    }
  },
)

it('a transaction that fails leaves no entry and no gap', async () => {
  const databaseUrl = isPostgres ? inject('postgresUrl') : undefined
  const app = await createTestApp({ databaseUrl })
  try {
    const event = { action: 'exam.updated', actor: systemActor } as const
    const written = Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        app.deps.db.write(async (tx) => {
          await audit(tx, app.deps, event, app.clock.at)
          if (n % 3 === 0) throw new Error('on purpose')
        }),
      ),
    )
    expect((await written).filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true, count: 6 })
  } finally {
    await app.close()
  }
})
