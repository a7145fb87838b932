import reference from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Plugin } from 'vite'

const page = '/api-reference.html'
const fileName = 'scalar.js'

/**
 * Puts the viewer of the API reference next to its page, as its makers have built it: building it again took half of the
 * time and a gigabyte of memory. Its Fastify plugin is the package that brings this one file, without the 230 packages
 * that it was built from.
 */
export function referenceBundle(): Plugin {
  return {
    name: 'reference-bundle',
    async buildStart() {
      // The development server has no assets: it answers for the file itself.
      if (this.environment.mode === 'build') {
        this.emitFile({ type: 'asset', name: fileName, source: await builtViewer() })
      }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${fileName}`, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await builtViewer())
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle }) => {
        if (path !== page) return undefined
        const built = Object.values(bundle ?? {}).find((file) => file.type === 'asset' && file.names.includes(fileName))
        // Deferred scripts run in their order, so the viewer is there when the page's own script begins.
        return [
          { tag: 'script', attrs: { defer: true, src: `/${built?.fileName ?? fileName}` }, injectTo: 'head-prepend' },
        ]
      },
    },
  }
}

/** The viewer as its plugin serves it. */
async function builtViewer(): Promise<string> {
  const server = fastify()
  await server.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const answer = await server.inject('/js/scalar.js')
  await server.close()
  if (answer.statusCode !== 200) throw new Error('The package of the API reference has no built viewer.')
  return answer.body
}
