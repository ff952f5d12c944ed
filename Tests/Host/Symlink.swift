// `symlink`, which the programs never need.

import Glibc

func symlinkFolder(_ target: String, _ link: String) -> Bool { symlink(target, link) == 0 }
