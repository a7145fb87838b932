// `npm run docs`: writes docs/ as a site into web/dist/docs, served under /docs. The page build does this too.
import { join } from 'node:path'
import { buildDocumentation } from '../web/documentation/site.ts'
import { root } from './run.ts'

const folder = join(root, 'web/dist/docs')
const began = performance.now()
const pages = buildDocumentation(folder)
console.log(`${folder} has ${pages} pages, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
