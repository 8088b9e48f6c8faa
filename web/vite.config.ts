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

export default defineConfig({
  plugins: [compiledWords(), svelte()],
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
      // the parser itself, for games that the page was not built with
      'icu-parser': fileURLToPath(import.meta.resolve('@formatjs/icu-messageformat-parser')),
    },
  },
  build: { outDir: '../src/khlong/web/static', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] }, // the games' words
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
})
