import SluiceFuzz

let targets: [FuzzTarget] = [
  offByOne.target("off-by-one"), threeFields.target("three-fields"), quadratic.target("quadratic"),
  divided.target("divided"),
]
