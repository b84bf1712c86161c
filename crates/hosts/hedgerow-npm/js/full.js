// The module of the whole package.

import { Border } from "./border.js";

export const border = new Border();
