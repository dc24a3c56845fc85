import { useQuery } from '@tanstack/react-query'
import { getMailStatus } from '#contract/email-log.ts'
import { endpointQuery } from './endpoint-query.ts'
import { useCan } from './use-can.tsx'

/** False if emails go to a folder; true until it is known, and for staff who may not know. */
export function useIsMailSetUp(): boolean {
  const { data } = useQuery({ ...endpointQuery(getMailStatus), enabled: useCan(getMailStatus) })
  return data?.isSetUp ?? true
}
