/** `npm run build`: builds the web app, so that the packages for it can be removed before the first start. */
import { buildWeb } from './build-web.ts'

if (!(await buildWeb())) process.exit(1)
