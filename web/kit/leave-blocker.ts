import { useBlocker, useLocation } from 'react-router'

/**
 * Holds who leaves this page for another. The page just left may still be drawn: it does not hold
 * who comes back to it at once.
 */
export function useLeaveBlocker(isOn: boolean) {
  const { pathname: here } = useLocation()
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOn && currentLocation.pathname === here && nextLocation.pathname !== here,
  )
}
