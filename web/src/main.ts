import { mount } from 'svelte'
import '@fontsource/chonburi/latin-400.css'
import '@fontsource/chonburi/thai-400.css'
import '@fontsource-variable/noto-sans/wght.css'
import './app.css'
import App from './App.svelte'
import { applySettings } from './shell/settings.svelte'

void applySettings().then(() => mount(App, { target: document.getElementById('app')! }))
