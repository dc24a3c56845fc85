import { useQuery } from '@tanstack/react-query'

/**
 * A part of the page that it does not wait for. Tried until it is loaded, so that it is there when
 * the network is not.
 */
export function useModule<Module>(name: string, load: () => Promise<Module>): Module | undefined {
  return useQuery({
    queryKey: ['module', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: true,
  }).data
}
