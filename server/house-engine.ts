import { inject } from 'vitest'
import { openHouse as openAnyHouse } from './house.ts'

type Given = Parameters<typeof openAnyHouse>[0]

/** A house on the engine that this run of the specs is for. */
export function openHouse(given: Given = {}) {
  const databaseUrl = process.env.ENGINE === 'postgres' ? inject('postgresUrl') : undefined
  return openAnyHouse({ databaseUrl, ...given })
}
