// Performs what each line of the standard input says, as Main.swift does.

use serde::{de::DeserializeOwned, Serialize};
use std::{collections::HashMap, fs, hint::black_box, io, io::BufRead, time::Instant};

mod types;

pub struct Document {
    decode: Box<dyn Fn()>,
    encode: Box<dyn Fn()>,
}

pub fn document<T: DeserializeOwned + Serialize + 'static>(lines: Vec<Vec<u8>>) -> Document {
    let values: Vec<T> = lines.iter().map(|line| serde_json::from_slice(line).unwrap()).collect();
    Document {
        decode: Box::new(move || {
            for line in &lines {
                black_box(serde_json::from_slice::<T>(line).unwrap());
            }
        }),
        encode: Box::new(move || {
            for value in &values {
                black_box(serde_json::to_vec(value).unwrap());
            }
        }),
    }
}

fn main() {
    let mut documents: HashMap<String, Document> = HashMap::new();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split('\t').collect();
        let document = documents.entry(words[0].to_string()).or_insert_with(|| {
            let bytes = fs::read(words[1]).unwrap();
            let lines = if words[1].ends_with(".json") { vec![bytes] } else {
                bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(|line| line.to_vec()).collect()
            };
            types::find(words[0], lines)
        });
        let operation = if words[2].starts_with("decode") { &document.decode } else { &document.encode };
        let start = Instant::now();
        for _ in 0..words[3].parse::<usize>().unwrap() {
            operation();
        }
        println!("{}", start.elapsed().as_nanos());
    }
}
