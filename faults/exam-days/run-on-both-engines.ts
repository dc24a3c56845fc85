import type { DrawnAct } from './draw-day.ts'
import { cutAtDifference, Finding } from './finding.ts'
import { type DayReport, runDay } from './run-day.ts'

/** Plays a day on SQLite and on PostgreSQL. @throws a finding, also where their replies differ */
export async function runOnBothEngines(
  day: readonly DrawnAct[],
  databaseUrl: string,
): Promise<DayReport> {
  const one = await runDay(day)
  const other = await runDay(day, databaseUrl)
  const [lines, otherLines] = [one, other].map(({ trail }) => normalize(trail))
  const at = lines?.findIndex((line, index) => line !== otherLines?.[index]) ?? -1
  if (at >= 0) {
    const [sqlite, postgres] = [lines?.[at], otherLines?.[at]]
    const finding = new Finding(`The engines differ: ${sqlite?.split(':', 1)}
  SQLite     ${cutAtDifference(sqlite, postgres)}
  PostgreSQL ${cutAtDifference(postgres, sqlite)}`)
    throw Object.assign(finding, { trail: one.trail.slice(0, at + 1) })
  }
  return one
}

/**
 * Ids count up, also in a transaction that PostgreSQL has to repeat: they are numbered as they appear.
 * Processes that share a PostgreSQL tell one another after a while which pages called, and one on
 * SQLite knows at once: until then a live screen may call a student quiet who is here.
 */
function normalize(trail: readonly string[]): string[] {
  const known = new Map<string, string>()
  const renumber = (id: string) => {
    if (!known.has(id)) known.set(id, `#${known.size}`)
    return known.get(id) ?? ''
  }
  return trail.map((line) => {
    const shown = / (getLiveTable|listLiveExams) /.test(line) ? line.replaceAll(presence, '') : line
    return shown.replaceAll(/\bid\d+\b/g, renumber)
  })
}

const presence = /"(state|since|waiting|version)":("[^"]*"|null|\d+),?|"counts":\{[^}]*\},?/g
