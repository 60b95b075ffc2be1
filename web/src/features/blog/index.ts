export { Blog } from './blog.tsx'
export { BlogPost } from './blog-post.tsx'
