/** The text of a Lua script. */
declare module '*.lua' {
  const lua: string;
  export default lua;
}
