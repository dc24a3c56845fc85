import { useBlocker, useLocation } from 'react-router'

/**
 * Holds who leaves this page for another. The page just left may still be drawn: it does not hold
 * who comes back to it at once.
 */
export function useLeaveBlocker(isEnabled: boolean) {
  const { pathname: currentPath } = useLocation()
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEnabled &&
      currentLocation.pathname === currentPath &&
      nextLocation.pathname !== currentPath,
  )
}
