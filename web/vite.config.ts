import { fileURLToPath } from 'node:url'
import { parse } from '@formatjs/icu-messageformat-parser'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** Parses all messages when the page is built, so that the browser needs no parser. */
function compiledWords(): Plugin {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/words\/\w+\.json$/.test(id)) return null
      const words = Object.entries(JSON.parse(source) as Record<string, string>)
      const compiled = words.map(([key, text]) => [key, /[{<']/.test(text) ? parse(text) : text])
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, map: null, moduleType: 'js' }
    },
  }
}

/** Has links lead to places behind the `#`, where a static host knows one page only. */
function linksBehind(): Plugin {
  return {
    name: 'links-behind',
    enforce: 'pre',
    transform: (source, id) => (id.endsWith('.svelte') ? source.replaceAll('href="/', 'href="#/') : null),
  }
}

/** `vite build --mode site` makes the page that plays by itself, for static hosts. */
export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [compiledWords(), ...(mode === 'site' ? [linksBehind()] : []), svelte()],
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
      // the parser itself, for games that the page was not built with
      'the-end': fileURLToPath(
        new URL(`./src/${mode === 'site' ? 'browser/browser-end.ts' : 'connection/server-end.ts'}`, import.meta.url),
      ),
      'icu-parser': fileURLToPath(import.meta.resolve('@formatjs/icu-messageformat-parser')),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: mode === 'site' ? '../build/site' : '../src/khlong/web/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: ['..'] }, // the games' words
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
}))
