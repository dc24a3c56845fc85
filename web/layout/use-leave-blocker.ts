import { useBlocker, useLocation } from 'react-router'

/**
 * Blocks navigation from this page to another. While the next page loads this one is still mounted,
 * so going back to it must not be blocked. Pages below `within` belong to this one.
 */
export function useLeaveBlocker(isEnabled: boolean, within?: string) {
  const { pathname: currentPath } = useLocation()
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEnabled &&
      currentLocation.pathname === currentPath &&
      nextLocation.pathname !== currentPath &&
      !(within !== undefined && nextLocation.pathname.startsWith(within)),
  )
}
