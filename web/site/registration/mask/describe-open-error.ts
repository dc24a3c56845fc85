import { formatForLabel, isHeic } from '../../../ui/form/image-file.ts'

/** Why a picture did not open, and what to do about it. */
export async function describeOpenError(file: File, label: string): Promise<string> {
  // A file that has gone meanwhile, or lies in a cloud out of reach, cannot even be looked at.
  if (await isHeic(file).catch(() => false)) {
    return 'This photo is in the HEIC format of iPhones, which this browser cannot open. Take a screenshot of the photo and choose that, or set the camera to “Most Compatible” and take it again.'
  }
  return `The file${formatForLabel(label)} cannot be opened. It may be damaged, or too large for this device. Choose another one.`
}
