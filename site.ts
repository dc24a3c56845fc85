import { z } from 'zod'
import { InstituteSettings } from '#contract/institute-settings.ts'
import { loadInstituteFile } from './institute-folder.ts'

/**
 * The facts of the institute, as programs read them; the build puts the same into the pages
 * (`web/vite/institute.ts`).
 */
export const { site } = await loadInstituteFile(
  'site.config.ts',
  z.strictObject({ site: InstituteSettings }),
)
