declare module '*.lua' {
  const lua: string;
  export default lua;
}
