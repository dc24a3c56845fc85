/** Of Playwright's own list, which this replaces, what matters here; and two drop-downs of the address bar. */
const disabledFeatures = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'MediaRouter',
  'LensOverlay',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'DestroyProfileOnBrowserClose',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  // Nobody types an address here, and each new window would draw them: half of what it costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** For a Chromium that is driven by a program, as root, offline. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]
