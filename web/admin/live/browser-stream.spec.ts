import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveTable } from '#contract/live.ts'
import { createKnownTable, type KnownTable, mergeChanges } from '#core/live/merge-changes.ts'
import { createBrowserStream, type FromStream } from './browser-stream.ts'

type Row = LiveTable['students'][number]
type Version = ReadonlyMap<string, number>

const testIds = ['a', 'b', 'c']
const second = 1_000

/** Tables of three tests as a server has them, in each version since its start. */
function createTables() {
  let start = 0
  let versions = new Map<string, Version[]>()
  const restart = () => {
    const rowsNow = (testId: string) => versions.get(testId)?.at(-1) ?? new Map()
    versions = new Map(testIds.map((testId) => [testId, [rowsNow(testId)]]))
    start += 1
  }
  restart()
  const listVersions = (testId: string) => versions.get(testId) ?? []
  const toName = (testId: string) => `${testId}${start}.${listVersions(testId).length - 1}`
  return {
    restart,
    toName,
    getRows: (testId: string) => listVersions(testId).at(-1) ?? new Map(),
    change(testId: string, studentId: string, answered: number | null) {
      const rows = new Map(listVersions(testId).at(-1))
      if (answered === null) rows.delete(studentId)
      else rows.set(studentId, answered)
      listVersions(testId).push(rows)
    },
    getChanges(testId: string, since: string | undefined, at: number): LiveTable {
      const own = since?.split(',').find((one) => one.startsWith(`${testId}${start}.`))
      const before = own && listVersions(testId)[Number(own.split('.')[1])]
      const rows = listVersions(testId).at(-1) ?? new Map<string, number>()
      const students = [...rows].filter(([id, answered]) => !before || before.get(id) !== answered)
      return {
        version: toName(testId),
        isWhole: !before,
        serverTime: new Date(at).toISOString(),
        test: { _id: testId, title: testId },
        students: students.map(([studentId, answered]) => ({ studentId, answered }) as Row),
        removed: before ? [...before.keys()].filter((id) => !rows.has(id)) : [],
        actions: [],
      }
    },
  }
}

/** Stands in for the browser's EventSource and the server's end of it. */
function createNetwork(tables: ReturnType<typeof createTables>, now: () => number) {
  const sources = new Set<Source>()
  let isServerUp = true

  class Source {
    readyState = 0
    onmessage: ((event: MessageEvent<string>) => void) | null = null
    readonly listeners = new Map<string, () => void>()
    readonly versions = new Map<string, string>()
    readonly tests: readonly string[]
    since: string | undefined

    constructor(path: string) {
      const { searchParams } = new URL(path, 'http://localhost')
      this.tests = searchParams.get('tests')?.split(',') ?? []
      this.since = searchParams.get('since') ?? undefined
      sources.add(this)
    }
    addEventListener = (name: string, listener: () => void) => {
      this.listeners.set(name, listener)
    }
    close = () => {
      this.readyState = 2
      sources.delete(this)
    }
    /** A tick of the server's. */
    bring() {
      if (this.readyState === 2) return
      if (this.readyState === 0 && !isServerUp) {
        this.readyState = 2
        this.listeners.get('error')?.()
        return
      }
      this.readyState = 1
      for (const testId of this.tests) {
        if (this.readyState !== 1) return
        const known = this.versions.get(testId)
        if (known === tables.toName(testId)) continue
        const changes = tables.getChanges(testId, known ?? this.since, now())
        this.versions.set(testId, changes.version)
        this.onmessage?.({ data: JSON.stringify(changes) } as MessageEvent<string>)
      }
      this.listeners.get('alive')?.()
    }
    /** As a browser does by itself. */
    reconnect() {
      this.since = [...this.versions.values()].join(',') || this.since
      this.versions.clear()
      this.readyState = 0
      this.listeners.get('error')?.()
    }
    displace() {
      this.listeners.get('displaced')?.()
    }
  }
  return {
    sources,
    open: (path: string) => new Source(path),
    setUp: (isUp: boolean) => {
      isServerUp = isUp
    },
  }
}

function createPage(stream: ReturnType<typeof createBrowserStream>) {
  let testId: string | null = null
  let known: KnownTable<Row> = createKnownTable()
  let isStreaming = false
  const received: FromStream[] = []
  const post = (message: FromStream) => {
    if (testId === null) return
    received.push(message)
    if (message.kind === 'changes' || message.kind === 'whole') {
      isStreaming = true
      const { table } = message
      expect(table.test._id).toBe(testId)
      const after = message.kind === 'changes' ? message.after : null
      known = mergeChanges(known, { ...table, after, sentAt: Date.parse(table.serverTime) })
      if (known.isBehind) watch()
    } else isStreaming = message.kind === 'state' && message.isStreaming
  }
  const watch = (isShown = false) => {
    if (testId === null) return
    const wantsWhole = !isStreaming || known.isBehind
    stream.receive(post, { kind: 'watch', testId, isShown, wantsWhole })
  }
  return {
    received,
    watch,
    getTest: () => testId,
    isStreaming: () => isStreaming,
    rows: () => new Map([...known.rows].map(([id, { answered }]) => [id, answered])),
    show(next: string) {
      if (testId !== next) known = createKnownTable()
      testId = next
      isStreaming = false
      watch(true)
    },
    leave() {
      testId = null
      isStreaming = false
      stream.receive(post, { kind: 'leave' })
    },
    /** It is killed, or frozen, and says nothing any more. */
    die() {
      testId = null
    },
  }
}

function open() {
  let at = 0
  const now = () => at
  const tables = createTables()
  const network = createNetwork(tables, now)
  const stream = createBrowserStream({ openSource: network.open, now })
  const pages = Array.from({ length: 5 }, () => createPage(stream))
  const wait = (seconds: number) => {
    for (let count = 0; count < seconds; count++) {
      at += second
      stream.tick()
      for (const source of [...network.sources]) source.bring()
      if (at % (5 * second) === 0) for (const page of pages) page.watch()
    }
  }
  const listStreamed = () => [...network.sources].map(({ tests }) => tests)
  return { tables, network, pages, wait, listStreamed, stream }
}

describe('one stream for all pages of a browser', () => {
  it('follows each test once, and ends with the last page', () => {
    const { pages, wait, listStreamed } = open()
    const [one, two, three] = pages
    for (const [page, testId] of [
      [one, 'a'],
      [two, 'b'],
      [three, 'a'],
    ] as const)
      page?.show(testId)
    wait(2)
    expect(listStreamed()).toEqual([['a', 'b']])
    two?.leave()
    wait(1)
    expect(listStreamed()).toEqual([['a']])
    one?.leave()
    wait(1)
    expect([listStreamed(), three?.isStreaming()]).toEqual([[['a']], true])
    three?.leave()
    wait(1)
    expect(listStreamed()).toEqual([])
  })

  it('gives a later page the whole table at once, without a call', () => {
    const { tables, pages, wait, network } = open()
    tables.change('a', 'Asha', 3)
    pages[0]?.show('a')
    wait(2)
    tables.change('a', 'Bela', 1)
    wait(1)
    const before = [...network.sources]
    pages[1]?.show('a')
    expect(pages[1]?.rows()).toEqual(tables.getRows('a'))
    expect([...network.sources]).toEqual(before)
  })

  it('forgets a page that was killed after 20 s', () => {
    const { pages, wait, listStreamed } = open()
    pages[0]?.show('a')
    pages[1]?.show('b')
    wait(2)
    pages[0]?.die()
    wait(25)
    expect(listStreamed()).toEqual([['b']])
  })

  it('stays closed once displaced, until a page is shown', () => {
    const { pages, wait, network, listStreamed } = open()
    pages[0]?.show('a')
    wait(2)
    for (const source of network.sources) source.displace()
    expect(pages[0]?.received.at(-1)).toEqual({ kind: 'displaced' })
    wait(60)
    expect([listStreamed(), pages[0]?.isStreaming()]).toEqual([[], false])
    pages[1]?.show('a')
    wait(6)
    expect([listStreamed(), pages[0]?.isStreaming()]).toEqual([[['a']], true])
  })

  it('reports a refused stream as lost, and tries again after 15 s', () => {
    const { pages, wait, network, listStreamed } = open()
    network.setUp(false)
    pages[0]?.show('a')
    wait(1)
    expect(pages[0]?.received.at(-1)).toEqual({ kind: 'lost' })
    network.setUp(true)
    wait(10)
    expect(pages[0]?.isStreaming()).toBe(false)
    wait(10)
    expect([listStreamed(), pages[0]?.isStreaming()]).toEqual([[['a']], true])
  })

  it('ignores messages that are not the server’s', () => {
    const { tables, pages, wait, network } = open()
    tables.change('a', 'Asha', 3)
    pages[0]?.show('a')
    wait(2)
    const receivedCount = pages[0]?.received.length
    for (const data of [
      'null',
      '{}',
      '[]',
      '{"supportID":"1"}',
      '<html>',
      '{"test":{"_id":"a"}}',
    ]) {
      for (const { onmessage } of network.sources) onmessage?.({ data } as MessageEvent<string>)
    }
    expect(pages[0]?.received.length).toBe(receivedCount)
    expect(pages[0]?.rows()).toEqual(tables.getRows('a'))
  })

  it('brings visible pages up to date soon, whatever pages and the network do', () => {
    const page = fc.nat(4)
    const test = fc.constantFrom(...testIds)
    const move = fc.oneof(
      { weight: 3, arbitrary: fc.record({ show: page, test }) },
      { weight: 2, arbitrary: fc.record({ leave: page }) },
      { weight: 1, arbitrary: fc.record({ die: page }) },
      {
        weight: 5,
        arbitrary: fc.record({ change: test, id: fc.nat(4), answered: fc.option(fc.nat(9)) }),
      },
      { weight: 4, arbitrary: fc.record({ wait: fc.nat(12) }) },
      { weight: 1, arbitrary: fc.record({ isUp: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constantFrom('reconnect', 'displace', 'restart') },
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
        const { tables, network, pages, wait, listStreamed } = open()
        for (const one of moves) {
          if (one === 'restart') tables.restart()
          else if (typeof one === 'string')
            for (const source of [...network.sources])
              one === 'reconnect' ? source.reconnect() : source.displace()
          else if ('show' in one) pages[one.show]?.show(one.test)
          else if ('leave' in one) pages[one.leave]?.leave()
          else if ('die' in one) pages[one.die]?.die()
          else if ('change' in one) tables.change(one.change, `student ${one.id}`, one.answered)
          else if ('wait' in one) wait(one.wait)
          else network.setUp(one.isUp)
          expect(network.sources.size).toBeLessThanOrEqual(1)
        }
        network.setUp(true)
        // A page that is shown again reopens a displaced stream.
        for (const one of pages) one.show(one.getTest() ?? 'a')
        wait(45)
        const shown = new Set(pages.map((one) => one.getTest()))
        expect(new Set(listStreamed().flat())).toEqual(shown)
        for (const one of pages) {
          expect(one.isStreaming()).toBe(true)
          expect(one.rows()).toEqual(tables.getRows(one.getTest() ?? ''))
        }
      }),
      { numRuns: 300 },
    )
  })
})
