declare module 'virtual:word-lists/*' {
  const lists: import('./word-lists').WordLists;
  export default lists;
}
