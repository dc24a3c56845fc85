import { useBlocker, useLocation } from 'react-router'

/**
 * Blocks navigation from this page to another. While the next page loads this one is still mounted,
 * so going back to it must not be blocked.
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
