/** What a page that was reached by a plain address in the local network lacks: safe ids and the clipboard. */

/** A new name for a message. `crypto.randomUUID` is there for https and this machine only. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  const before = document.activeElement as HTMLElement | null
  const dialog = document.querySelector('dialog[open], [role=dialog]') ?? document.body // nothing else may be focused
  dialog.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  before?.focus()
}
