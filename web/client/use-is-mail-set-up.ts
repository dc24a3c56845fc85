import { useQuery } from '@tanstack/react-query'
import { getMailStatus } from '#contract/email-log.ts'
import { endpointQuery } from './endpoint-query.ts'
import { useCan } from './use-can.tsx'

/** False where emails go to a folder instead; true until it is known, and for who may not know. */
export function useIsMailSetUp(): boolean {
  const { data } = useQuery({ ...endpointQuery(getMailStatus), enabled: useCan(getMailStatus) })
  return data?.isSetUp ?? true
}
