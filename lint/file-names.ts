const bannedWords = [
  ...['util', 'utils', 'helper', 'helpers', 'common', 'lib', 'libs', 'shared', 'misc', 'index'],
  ...['service', 'services', 'controller', 'controllers', 'manager', 'managers', 'dto', 'dtos'],
]

/** What is wrong with the name of a file or one of its folders; null if nothing is. */
export function findNameViolation(path: string): string | null {
  const names = path.replace(/^([^/]*\/)?\./, '$1').split('/')
  for (const name of names) {
    const words = name.split(/[.-]/)
    const bannedWord = words.find((word) => bannedWords.includes(word.toLowerCase()))
    if (bannedWord) return `'${bannedWord}' is a drawer: name it after what is in it`
    if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name)) return 'files and folders are kebab-case'
  }
  return null
}
